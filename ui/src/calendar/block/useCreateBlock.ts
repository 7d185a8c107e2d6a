import { useNotify } from 'react-admin'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import { useSession } from '../../session/session.ts'
import { problemText } from '../../data/http/problems.ts'
import type { Claim, Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { formatRange, type LocalDate } from '../../components/dates/localDate.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { toClaimPart, type BlockDetails } from './BlockFields.tsx'
import { newBlock, useBlockCommand } from './useBlockCommand.ts'

type Nights = Readonly<{ start: LocalDate; end: LocalDate }>

/** Blocks nights of a listing, confirms it, and offers to undo it. */
export const useCreateBlock = (
  listing: Pick<Listing, 'id' | 'title'> | undefined,
  onDone: (created: Claim) => void,
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
  const command = useBlockCommand('create', {
    onSuccess: (row) => {
      saved(t('calendar.saved', words(row)), () => undo.send({ ...row, state: 'released' }))
      onDone(row)
    },
  })
  const create = ({ start, end }: Nights, details: BlockDetails) =>
    listing &&
    command.send(
      newBlock(
        { listingId: listing.id, start, end, nights: nightsBetween(start, end), ...toClaimPart(details) },
        me,
      ),
    )
  return {
    create,
    pending: command.pending,
    paused: command.paused,
    error: command.error,
    reset: command.reset,
  }
}
