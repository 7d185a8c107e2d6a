import { useNotify } from 'react-admin'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import { useSession } from '../../session/session.ts'
import { problemText } from '../../data/http/problems.ts'
import type { Claim, Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { claimPartOf, type BlockDetails } from './BlockFields.tsx'
import { newBlock, useBlockCommand } from './useBlockCommand.ts'

type Nights = Readonly<{ start: LocalDate; end: LocalDate }>

/** Blocks nights of a listing, says so, and offers the way back. */
export const useMakeBlock = (
  listing: Pick<Listing, 'id' | 'title'> | undefined,
  onDone: (made: Claim) => void,
) => {
  const t = useText()
  const me = useSession()?.user.id ?? ''
  const saved = useSaved()
  const notify = useNotify()
  const words = ({ start, end }: Nights) => ({
    range: formatRange(start, end),
    listing: listing?.title ?? '',
  })
  const undo = useBlockCommand('remove', {
    onSuccess: (row) => saved(t('calendar.undone', words(row))),
    onError: (error) => notify(problemText(error, t), { type: 'error', autoHideDuration: null }),
  })
  const create = useBlockCommand('create', {
    onSuccess: (row) => {
      saved(t('calendar.saved', words(row)), () => undo.send({ ...row, state: 'released' }))
      onDone(row)
    },
  })
  const make = ({ start, end }: Nights, details: BlockDetails) =>
    listing &&
    create.send(
      newBlock(
        { listingId: listing.id, start, end, nights: nightsBetween(start, end), ...claimPartOf(details) },
        me,
      ),
    )
  return { make, pending: create.pending, paused: create.paused, error: create.error, reset: create.reset }
}
