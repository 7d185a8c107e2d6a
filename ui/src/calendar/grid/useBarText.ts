import { isNew } from '../block/pendingBlocks.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import type { Bar } from './layoutBars.ts'
import '../texts.ts'

/** The page of a bar; undefined while its block has not been created yet. */
export const pathOfBar = ({ claim: { id, kind } }: Bar) =>
  isNew(id) ? undefined : kind === 'booking' || kind === 'request_hold' ? to.booking(id) : to.block(id)

/** The text on a bar, and its label for screen readers. */
export const useBarText = () => {
  const t = useText()
  const formatName = ({ claim, booking, kind }: Bar) => {
    const note =
      claim.kind === 'booking' || claim.kind === 'request_hold'
        ? (booking?.guestName ?? t('app.guest'))
        : (claim.note ?? t(`blocks.kind.${claim.kind}`))
    return kind === 'clash' ? t('calendar.clash', { name: note }) : note
  }
  const formatLabel = (bar: Bar) => {
    const { claim, kind } = bar
    const label = t('calendar.bar', {
      name: formatName(bar),
      kind: t(`calendar.kind.${kind}`).toLowerCase(),
      range: formatRange(claim.start, claim.end),
    })
    return isNew(claim.id) ? t('calendar.pending', { name: label }) : label
  }
  return { formatName, formatLabel }
}
