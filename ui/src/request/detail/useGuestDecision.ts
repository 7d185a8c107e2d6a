import type { DeclineReason } from '@hearth/contracts/request'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { usePreview } from '../useRequest.ts'

const TOUCHES = ['bookings', 'claims', 'nights']

/** Both answers to a guest, each with its preview. */
export const useGuestDecision = (request: RequestRecord) => {
  const t = useText()
  const saved = useSaved()
  const kind = request.kind === 'alteration' ? 'alteration' : 'booking_request'
  const open = request.status === 'open'
  const may = useCan('request.decide')
  const ifAccepted = usePreview(request.id, 'accept', open && may)
  const ifDeclined = usePreview(request.id, 'decline', open && may)
  const accept = useCommand({
    resource: 'requests',
    verb: 'accept',
    touches: TOUCHES,
    onSuccess: () => saved(t(`request.decide.accepting.${kind}`)),
  })
  const decline = useCommand({
    resource: 'requests',
    verb: 'decline',
    touches: TOUCHES,
    onSuccess: () => saved(t(`request.decide.declining.${kind}`)),
  })
  return {
    open,
    may,
    ifAccepted,
    ifDeclined,
    accept,
    decline,
    sendAccept: (note: string | null) =>
      ifAccepted.data &&
      !accept.pending &&
      accept.run({ record: request, body: { previewToken: ifAccepted.data.token, note } }),
    sendDecline: (answer: Readonly<{ reason: DeclineReason | null; text: string | null }>) =>
      ifDeclined.data &&
      !decline.pending &&
      decline.run({ record: request, body: { previewToken: ifDeclined.data.token, ...answer } }),
  }
}
export type GuestDecision = ReturnType<typeof useGuestDecision>
