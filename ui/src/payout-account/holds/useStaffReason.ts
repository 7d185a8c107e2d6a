import { useText } from '../../i18n/text.ts'

/** The reason that each decision of finance on a payout account requires. */
export const useStaffReason = (accountId: string) => {
  const t = useText()
  return {
    resource: 'payout-accounts',
    id: accountId,
    touches: ['payout-holds'],
    field: 'why',
    min: 10,
    maxLength: 500,
    question: t('payoutAccount.staff.why'),
    missing: t('payoutAccount.staff.whyHelp'),
    keep: t('payoutAccount.keep'),
  }
}
