import type { DeclineReason, DECLINE_REASONS_FOR } from '@hearth/contracts/request'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useDraft } from '../../data/useDraft.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { usePreview } from '../useRequest.ts'

const TOUCHES = ['bookings', 'claims', 'ledger-entries']

/** How much of a refund is given back; not `ready` while it is being typed. */
type Amount = Readonly<{ amountMinor: number | undefined; ready: boolean }>

const readKind = ({ kind }: RequestRecord): keyof typeof DECLINE_REASONS_FOR =>
  kind === 'alteration' || kind === 'refund_waiver' ? kind : 'booking_request'

/** Both answers to a guest, each with its preview. */
export const useGuestDecision = (request: RequestRecord, amount?: Amount) => {
  const t = useText()
  const saved = useSaved()
  const kind = readKind(request)
  const amountMinor = amount?.amountMinor
  const isAmountReady = amount === undefined || (amount.ready && amountMinor !== undefined)
  const open = request.status === 'open'
  const may = useCan('request.decide')
  const [note, setNote] = useDraft(`accept/${request.id}`)
  const ifAccepted = usePreview(request.id, 'accept', open && may && isAmountReady, amountMinor)
  const ifDeclined = usePreview(request.id, 'decline', open && may)
  const accept = useCommand({
    resource: 'requests',
    verb: kind === 'refund_waiver' ? 'grant' : 'accept',
    touches: TOUCHES,
    onSuccess: () => {
      setNote('')
      saved(t(`request.decide.accepting.${kind}`))
    },
  })
  const decline = useCommand({
    resource: 'requests',
    verb: 'decline',
    touches: TOUCHES,
    onSuccess: () => saved(t(`request.decide.declining.${kind}`)),
  })
  return {
    kind,
    open,
    may,
    ifAccepted,
    ifDeclined,
    accept,
    decline,
    /** To the guest, with an acceptance. */
    note,
    setNote,
    sendAccept: () =>
      isAmountReady &&
      ifAccepted.data &&
      !accept.pending &&
      accept.run({
        record: request,
        body: {
          previewToken: ifAccepted.data.token,
          note: note.trim() === '' ? null : note.trim(),
          ...(amountMinor !== undefined && { amountMinor }),
        },
      }),
    sendDecline: (answer: Readonly<{ reason: DeclineReason | null; text: string | null }>) =>
      ifDeclined.data &&
      !decline.pending &&
      decline.run({ record: request, body: { previewToken: ifDeclined.data.token, ...answer } }),
  }
}
export type GuestDecision = ReturnType<typeof useGuestDecision>
