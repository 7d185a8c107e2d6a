import type { PayoutRow, payouts } from '@hearth/contracts/payout'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'

export type Payout = Shown<typeof payouts>

const CHIPS: Readonly<Record<PayoutRow['state'], Readonly<{ tone: Tone; plain?: boolean }>>> = {
  awaiting_approval: { tone: 'info' },
  scheduled: { tone: 'info' },
  submitting: { tone: 'info' },
  submitted: { tone: 'info' },
  paid: { tone: 'ok', plain: true },
  returned: { tone: 'bad' },
  on_hold: { tone: 'warn' },
  cancelled: { tone: 'mute', plain: true },
}

export const PayoutStateChip = ({ state }: Pick<PayoutRow, 'state'>) => {
  const t = useText()
  const { tone, plain = false } = CHIPS[state]
  return (
    <StatusChip tone={tone} plain={plain}>
      {t(`payout.state.${state}`)}
    </StatusChip>
  )
}
