import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Track } from '../parts/Track.tsx'
import { buildTrack } from './buildTrack.ts'

export const ClaimTrack = ({ claim }: Readonly<{ claim: ReimbursementRecord }>) => {
  const t = useText()
  const now = useNow(MINUTE_MS)
  return (
    <Track
      label={t('reimbursement.track.label')}
      steps={buildTrack(claim, { t, now, format: formatReaderInstant })}
    />
  )
}
