import type { Outcome, ReimbursementStatus as Status } from '@hearth/contracts/reimbursement'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import type { ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import type { Tone } from '../../theme/tokens.ts'

type Named = Exclude<Status, 'decided' | 'decided_final' | 'closed'>
const TONES: Readonly<Record<Named, Tone>> = {
  draft: 'warn',
  guest_review: 'info',
  guest_accepted: 'ok',
  under_review: 'info',
  info_requested: 'warn',
  appealed: 'info',
  withdrawn: 'mute',
  expired: 'mute',
}
const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  approved: 'ok',
  partially_approved: 'ok',
  denied: 'mute',
}
const isNamed = (status: Status): status is Named => Object.hasOwn(TONES, status)

/** The state of a claim; once it is decided, how. */
export const ReimbursementStatus = ({
  claim: { status, outcome },
}: Readonly<{ claim: Pick<ListedReimbursement, 'status' | 'outcome'> }>) => {
  const t = useText()
  if (isNamed(status))
    return (
      <StatusChip tone={TONES[status]} plain={TONES[status] === 'mute'}>
        {t(`reimbursement.status.${status}`)}
      </StatusChip>
    )
  if (outcome === null) return null
  return (
    <StatusChip tone={OUTCOME_TONES[outcome]} plain={status === 'closed' || outcome === 'denied'}>
      {t(`reimbursement.outcome.${outcome}`)}
    </StatusChip>
  )
}
