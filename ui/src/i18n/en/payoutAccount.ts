export const payoutAccountTexts = {
  alarm: {
    title: 'Stop payouts?',
    text: 'Somebody changed how you are paid. If that was nobody of you, stop payouts now. We then look at the account with you; no money is lost meanwhile.',
    stop: 'Stop payouts',
    stopped: 'Payouts of %{name} are stopped',
    stoppedPlain: 'Payouts are stopped',
    next: 'Nothing is paid out until we have looked at the change with you. Sign in, choose a new password, and look at your team and your payout settings.',
    TICKET_USED: { title: 'Payouts were stopped already', text: 'Somebody has used this link. We look at the account with you before anything is paid out.' },
  },
}
