import { useState } from 'react'
import type { CancellationQuote, CancellationScenario, HOST_CANCEL_REASONS } from '@hearth/contracts/booking'
import { problemCode } from '../../data/http/problems.ts'
import type { OpenBooking } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useDraft } from '../../data/useDraft.ts'
import { useText } from '../../i18n/text.ts'
import { readFirstName } from './firstName.ts'
import { useQuote } from './useQuote.ts'

/** Every reason but the last cancels; `guest_asked` sends the guest a link and cancels nothing. */
export const REASONS = [
  'listing_unavailable',
  'emergency_repair',
  'price_error',
  'guest_concern',
  'owner_use',
  'guest_asked',
  'other',
] as const
export type Reason = (typeof REASONS)[number]
export type Choice = CancellationScenario['key']
const UNDO_MS = 600_000
const STALE = ['QUOTE_STALE', 'REVISION_STALE']
export const MIN_MESSAGE = 20

const isCancelReason = (reason: Reason | null): reason is (typeof HOST_CANCEL_REASONS)[number] =>
  reason !== null && reason !== 'guest_asked'

/** Cancels the booking; `onStale` is called when the numbers that the host saw are out of date. */
const useCancelCommand = (
  booking: OpenBooking,
  message: string,
  quote: CancellationQuote | undefined,
  { onSuccess, onStale }: Readonly<{ onSuccess: () => void; onStale: () => void }>,
) =>
  useCommand({
    resource: 'bookings',
    verb: 'cancel',
    ifMatch: true,
    touches: ['claims'],
    patchFrom: ({ undo }) => ({
      status: 'cancelling',
      statusBefore: booking.status,
      effectiveAt: undo?.expiresAt ?? new Date(Date.now() + UNDO_MS).toISOString(),
      cancelMessage: message,
      outcome: quote?.outcome ?? null,
    }),
    onSuccess,
    onError: (error) => {
      if (STALE.includes(problemCode(error) ?? '')) onStale()
    },
  })

/** The reason and the choice follow each other: a guest who asked gets a link and cancels themselves. */
const useReasonAndChoice = () => {
  const [reason, setReasonOnly] = useState<Reason | null>(null)
  const [choice, setChoice] = useState<Choice>('now')
  return {
    reason,
    choice,
    setReason: (next: Reason) => {
      setReasonOnly(next)
      setChoice(next === 'guest_asked' ? 'guest' : 'now')
    },
    choose: (next: Choice) => {
      setChoice(next)
      if (next !== 'guest' && reason === 'guest_asked') setReasonOnly(null)
    },
  }
}

/** The state of the cancellation page, which decides what can be sent. */
export const useCancelForm = (booking: OpenBooking) => {
  const t = useText()
  const quote = useQuote(booking.id)
  const { reason, setReason, choice, choose } = useReasonAndChoice()
  const [typed, setTyped] = useState('')
  const [kept, keep] = useDraft(`cancel/${booking.id}`)
  const [edited, setEdited] = useState(kept === '' ? null : kept)
  const [outdated, setOutdated] = useState<CancellationQuote | null>(null)
  // The text for a reason appears only once the host has chosen that reason.
  const suggested = isCancelReason(reason)
    ? t(`cancel.template.${reason}`, { guest: readFirstName(booking.guestName) })
    : ''
  const message = edited ?? suggested

  const cancel = useCancelCommand(booking, message, quote.data, {
    onSuccess: () => keep(''),
    onStale: () => {
      setOutdated(quote.data ?? null)
      void quote.refetch()
    },
  })
  const sendLink = useCommand({ resource: 'bookings', verb: 'send-cancellation-link' })

  const codeRight = typed.trim().toUpperCase() === booking.code
  const messageRight = message.trim().length >= MIN_MESSAGE
  const token = quote.data?.quote ?? null
  // From check-in on only support can cancel, so the host can’t choose a later time than that.
  const scenarios = (quote.data?.scenarios ?? []).filter(
    ({ key, at }) => key !== 'later' || at < booking.checkInInstant,
  )
  return {
    quote,
    reason,
    setReason,
    choice,
    choose,
    typed,
    setTyped,
    message,
    setMessage: (text: string) => {
      setEdited(text)
      keep(text)
    },
    messageRight,
    messageWrong: !messageRight && edited !== null,
    codeRight,
    scenarios,
    scenario: scenarios.find(({ key }) => key === choice),
    outdated,
    acceptNewNumbers: () => {
      setOutdated(null)
      cancel.reset()
    },
    ready:
      choice === 'now' &&
      isCancelReason(reason) &&
      codeRight &&
      messageRight &&
      token !== null &&
      outdated === null,
    submit: () =>
      token !== null &&
      isCancelReason(reason) &&
      cancel.run({ record: booking, body: { quote: token, reason, message: message.trim() } }),
    cancel,
    link: sendLink,
  }
}
export type CancelState = ReturnType<typeof useCancelForm>
