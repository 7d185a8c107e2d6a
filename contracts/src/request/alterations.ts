import type { BookingEvent } from '../booking/messages.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { handleBy, categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { RequestCommand, RequestEvent } from './messages.ts'

/** The last alteration that was asked for, while the booking could still be cancelled. */
export type AlteredBookingState = Readonly<{ requestId: Id }>

const bookingOfRequest = handleBy<RequestEvent, [], Id>({
  AlterationRequested: ({ data }) => data.bookingId,
  AlterationOffered: ({ data }) => data.bookingId,
})

const correlate = (event: RecordedEvent): Id | undefined =>
  categoryOfStream(event.stream) === 'booking' ? idOfStream(event.stream) : bookingOfRequest(event)

/** An alteration has nothing left to change once its booking was cancelled. */
export const alterationProcess = defineProcess<AlteredBookingState, RequestCommand>({
  name: 'alteration',
  version: 1,
  correlate,
  on: reactBy<AlteredBookingState, RequestEvent | BookingEvent, RequestCommand>({
    AlterationRequested: (_state, { data: { requestId } }) => [{ requestId }],
    AlterationOffered: (_state, { data: { requestId } }) => [{ requestId }],
    BookingCancelled: (state, event) =>
      state === undefined
        ? [undefined]
        : [
            undefined,
            {
              kind: 'command',
              commandId: deriveId('supersede-alteration', event.id),
              type: 'SupersedeRequest',
              id: state.requestId,
              data: {},
              occurredAt: occurredAtOf(event),
            },
          ],
    BookingCompleted: () => [undefined],
    BookingNoShowRecorded: () => [undefined],
  }),
})
