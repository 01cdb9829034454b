// One kind of work, shared by threads, whose results are wanted in the order in which the work came.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace qkv {

// take():        the next piece of work (std::optional<Work>), nothing at the end. May wait for input.
// make_worker(): what one thread works with: called as worker(work), it gives the result.
// put(result):   in order. False: no more is wanted.
// Neither take nor put is called by two threads at once. Results that have to wait for a slow one before them
// are few, so that memory does not grow with the amount of work. What is thrown anywhere ends it, and comes
// out here.
template <typename Take, typename MakeWorker, typename Put>
class InOrder {
  using Work = typename decltype(std::declval<Take&>()())::value_type;
  using Worker = decltype(std::declval<MakeWorker&>()());
  using Result = decltype(std::declval<Worker&>()(std::declval<Work>()));

 public:
  InOrder(int threads, Take& take, MakeWorker& make_worker, Put& put)
      : threads_(static_cast<std::size_t>(threads)),
        take_(take),
        make_worker_(make_worker),
        put_(put),
        waiting_(threads_ * 4) {}

  void run() {
    std::vector<std::thread> others;
    try {
      while (others.size() + 1 < threads_) others.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // The system gives us no more threads: those that there are do the work.
    }
    work();
    for (std::thread& each : others) each.join();
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  struct Taken {
    std::size_t number;
    Work work;
  };

  void work() {
    try {
      Worker worker = make_worker_();
      while (std::optional<Taken> taken = next()) hand_in(taken->number, worker(std::move(taken->work)));
    } catch (...) {
      const std::lock_guard lock(state_);
      if (!thrown_) thrown_ = std::current_exception();
      stop_ = true;
      changed_.notify_all();
    }
  }

  std::optional<Taken> next() {
    const std::lock_guard lock(taking_);
    if (is_stopped()) return std::nullopt;
    std::optional<Work> work = take_();
    if (!work) return std::nullopt;
    return Taken{taken_++, std::move(*work)};
  }

  bool is_stopped() {
    const std::lock_guard lock(state_);
    return stop_;
  }

  void hand_in(std::size_t number, Result result) {
    std::unique_lock lock(state_);
    changed_.wait(lock, [&] { return stop_ || number < first_ + waiting_.size(); });
    if (stop_) return;
    waiting_[number % waiting_.size()] = std::move(result);
    if (putting_) return;
    putting_ = true;
    while (!stop_ && waiting_[first_ % waiting_.size()]) put_first(lock);
    putting_ = false;
  }

  void put_first(std::unique_lock<std::mutex>& lock) {
    std::optional<Result>& slot = waiting_[first_ % waiting_.size()];
    Result result = std::move(*slot);
    slot.reset();
    lock.unlock();
    const bool wanted = put_(std::move(result));
    lock.lock();
    ++first_;
    stop_ |= !wanted;
    changed_.notify_all();
  }

  std::size_t threads_;
  Take& take_;
  MakeWorker& make_worker_;
  Put& put_;

  std::mutex taking_;
  std::size_t taken_ = 0;

  std::mutex state_;
  std::condition_variable changed_;
  std::vector<std::optional<Result>> waiting_;  // a ring: the result of work n has the place n
  std::size_t first_ = 0;                       // the work whose result is put next
  bool putting_ = false;
  bool stop_ = false;
  std::exception_ptr thrown_;
};

template <typename Take, typename MakeWorker, typename Put>
void in_order(int threads, Take take, MakeWorker make_worker, Put put) {
  InOrder<Take, MakeWorker, Put>(std::max(threads, 1), take, make_worker, put).run();
}

}  // namespace qkv
