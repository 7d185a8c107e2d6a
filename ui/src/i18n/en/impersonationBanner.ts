/** What every page shows while staff impersonate a host, and the reasons for it. */
export const impersonationBannerTexts = {
  reason: {
    support_ticket: 'Support ticket',
    onboarding_help: 'Help with onboarding',
    bug_investigation: 'Bug investigation',
    fraud_review: 'Fraud review',
    legal: 'Legal reasons',
  },
  label: 'You’re impersonating a host',
  looking: '%{name} is viewing as %{account}',
  acting: '%{name} is acting as %{account}',
  left: '%{time} left, until %{at}',
  over: 'ended',
  stop: 'Stop',
  extend: 'Extend by 30 min',
  announce:
    'Impersonating %{account}. %{smart_count} minute left. |||| Impersonating %{account}. ' +
    '%{smart_count} minutes left.',
}
