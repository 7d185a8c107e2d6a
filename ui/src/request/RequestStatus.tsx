import type { RequestStatus as Status } from '@hearth/contracts/request'
import { StatusChip } from '../components/status/StatusChip.tsx'
import type { ListedRequest } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import type { Tone } from '../theme/tokens.ts'

const TONES: Readonly<Record<Status, Tone>> = {
  open: 'info',
  accepted: 'ok',
  declined: 'mute',
  expired: 'mute',
  withdrawn: 'mute',
  superseded: 'ok',
  failed: 'bad',
  offered: 'info',
  countered: 'mute',
  acknowledged: 'info',
  scheduled: 'info',
  in_progress: 'info',
  completed: 'ok',
  closed: 'mute',
  cancelled: 'mute',
  escalated: 'bad',
  approved: 'ok',
  incurred: 'mute',
}

/** The state of a request; while the host has to act, that comes first. */
export const RequestStatus = ({
  request,
}: {
  request: Pick<ListedRequest, 'kind' | 'status' | 'awaiting'>
}) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const { kind, status, awaiting } = request
  if (awaiting === 'host' && status !== 'escalated')
    return <StatusChip tone="warn">{t(isHost ? 'request.waitsForHost' : 'request.waitsForHosts')}</StatusChip>
  if (kind === 'alteration' && status === 'superseded')
    return (
      <StatusChip tone="mute" plain>
        {t('request.alteration.superseded')}
      </StatusChip>
    )
  return (
    <StatusChip tone={TONES[status]} plain={TONES[status] === 'mute'}>
      {t(`request.status.${status}`)}
    </StatusChip>
  )
}
