import type { IncidentStatus as Status } from '@hearth/contracts/incident'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'

const TONES: Readonly<Record<Status, Tone>> = {
  reported: 'warn',
  acknowledged: 'info',
  in_progress: 'info',
  resolved: 'ok',
  closed: 'mute',
}

export const IncidentStatus = ({ status }: Readonly<{ status: Status }>) => {
  const t = useText()
  return (
    <StatusChip tone={TONES[status]} plain={status === 'closed'}>
      {t(`incident.status.${status}`)}
    </StatusChip>
  )
}
