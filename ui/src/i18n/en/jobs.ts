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
  completedNote: 'since the queue was created',
  retry: 'Retry',
  retried: 'The failed jobs are waiting again.',
  keep: 'Cancel',
  confirm: 'Retry %{smart_count} failed job? |||| Retry %{smart_count} failed jobs?',
  confirmText:
    'Retries each job immediately. A job first asks the bank about the outcome of its payout, so ' +
    'nothing is paid twice.',
  when: '%{time}, %{smart_count} attempt |||| %{time}, %{smart_count} attempts',
  open: 'View events',
  none: 'No failed jobs.',
  awayText:
    'The queue can’t be reached, or it’s still empty. Nothing is lost: due work is found again ' +
    'from the payouts themselves.',
  backend: {
    postgres:
      'Jobs are stored in Postgres. Due work is derived from the payouts repeatedly, so losing ' +
      'the queue loses nothing.',
    redis:
      'Jobs are stored in Redis. Due work is derived from the payouts repeatedly, so losing the ' +
      'queue loses nothing.',
  },
  onlyFinance: 'Your role can view jobs but not retry them. Finance and admins can.',
  loadFailed: 'Couldn’t load the job queues',
}
