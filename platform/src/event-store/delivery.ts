import type { AllStreamSubscription } from '@eventstore/db-client'
import { decodeEvent, isSystemEvent } from './codec.ts'
import type { FeedItem, Position } from './port.ts'

const SYSTEM_EVENTS_PER_CHECKPOINT = 1_024

/**
 * Puts one subscription's events and announcements into one order. The client announces `caughtUp` and
 * checkpoints when their message arrives, while earlier events still wait in its buffer; an announcement is
 * therefore held until all events that were buffered before it have been taken. System events are not
 * delivered: their positions become checkpoints, so that a log without other events still advances.
 */
export const createDelivery = (subscription: Pick<AllStreamSubscription, 'read' | 'readableLength'>) => {
  const announcements: Readonly<{ afterTaken: number; item: FeedItem }>[] = []
  let taken = 0
  let skipped: Position | undefined
  let skippedCount = 0

  const isAnnouncementDue = () => announcements[0] !== undefined && announcements[0].afterTaken <= taken
  const isCheckpointDue = () =>
    isAnnouncementDue() || skippedCount >= SYSTEM_EVENTS_PER_CHECKPOINT || subscription.readableLength === 0

  return {
    announce: (item: FeedItem): void => {
      announcements.push({ afterTaken: taken + subscription.readableLength, item })
    },
    /** The item that is due now; undefined when none is until something arrives. */
    next: (): FeedItem | undefined => {
      for (;;) {
        if (skipped && isCheckpointDue()) {
          const position = skipped
          skipped = undefined
          skippedCount = 0
          return { kind: 'checkpoint', position }
        }
        if (isAnnouncementDue()) return announcements.shift()?.item
        const resolved = subscription.read()
        if (resolved === null) return undefined
        taken += 1
        const { event } = resolved
        if (event && isSystemEvent(event)) {
          skipped = event.position
          skippedCount += 1
        } else if (event) {
          skipped = undefined
          skippedCount = 0
          return { kind: 'event', event: decodeEvent(event, event.position) }
        }
      }
    },
  }
}
