/** Job queues, for staff. */
export const jobsTexts = {
  queue: { payouts: 'Payouts', threads: 'Messages to guests', reports: 'Reports' },
  state: { works: 'Working', failing: 'Jobs failed', away: 'Unreachable' },
  waiting: 'Waiting',
  noneWaits: 'no jobs waiting',
  oldest: 'oldest for %{time}',
  active: 'Running',
  delayed: '%{smart_count} scheduled |||| %{smart_count} scheduled',
  failed: 'Failed',
  retriedNote: '%{smart_count} retried |||| %{smart_count} retried',
  completed: 'Completed',
  completedNote: 'in total',
  retry: 'Retry',
  retried: 'The failed jobs are waiting again.',
  keep: 'Cancel',
  confirm: 'Retry %{smart_count} failed job? |||| Retry %{smart_count} failed jobs?',
  confirmText: {
    payouts:
      'Retries each job immediately. A job first asks the bank about the outcome of its payout, so ' +
      'nothing is paid twice.',
    threads: 'Retries each job immediately. A message that was delivered isn’t sent again.',
    reports: 'Retries each job immediately.',
  },
  when: '%{time}, %{smart_count} attempt |||| %{time}, %{smart_count} attempts',
  open: 'View events',
  awayText:
    'The queue can’t be reached, or it’s still empty. Nothing is lost: what is due is found again from the records.',
  backend: {
    postgres:
      'Jobs are stored in Postgres. What is due is found again from the records, so losing the queue loses nothing.',
    redis:
      'Jobs are stored in Redis. What is due is found again from the records, so losing the queue loses nothing.',
  },
  onlyFinance: 'Your role can view jobs but not retry them. Finance and admins can.',
  loadFailed: 'Couldn’t load the job queues',
}
