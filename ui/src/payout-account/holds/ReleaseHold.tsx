import { useCan } from '../../session/session.ts'
import type { PayoutHoldRecord } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { useStaffReason } from './useStaffReason.ts'

addTexts({ payoutAccount: payoutAccountTexts })

/** For finance: releases a hold, with a recorded reason. */
export const ReleaseHold = ({
  hold: { id, hostAccountId },
  account,
}: {
  hold: PayoutHoldRecord
  /** The account's name. */ account: string
}) => {
  const t = useText()
  const may = useCan('payout-account.review')
  const reason = useStaffReason(hostAccountId)
  if (!may) return null
  return (
    <ExplainedCommand
      {...reason}
      verb="release-hold"
      body={{ holdId: id }}
      label={t('payoutAccount.staff.release')}
      name={t('payoutAccount.staff.releaseOf', { name: account })}
      title={t('payoutAccount.staff.releaseTitle', { name: account })}
      saved={t('payoutAccount.staff.released', { name: account })}
    />
  )
}
