import { booking } from '../booking/messages.ts'
import { calendar } from '../calendar/messages.ts'
import type { Capability } from '../kernel/access.ts'
import { textIn, type CommandRoute } from '../kernel/message.ts'
import { listing } from '../listing/messages.ts'
import { messagePlan } from '../message-plan/messages.ts'
import { onboarding } from '../onboarding/messages.ts'
import { thread } from '../thread/messages.ts'

/** Commands may be undone for 30 days at most (docs/domain/console.md#undo). */
export const UNDO_DAYS = 30
export const MAX_UNDOABLE = 20

type Command = Readonly<{ route: CommandRoute; capability: Capability }>
type Undoable = Readonly<{
  /** The command that undoes it, the field of the event that names its target, and its body. */
  command: Command
  target: string
  body: (data: unknown) => Readonly<Record<string, string>>
  /** Later events of the stream after which there is nothing to undo: `field` equals the event’s own `of`. */
  endedBy: Readonly<{ types: readonly string[]; field: string; of: string }>
}>

const nothing = () => ({})
const sameListing = (data: unknown) => ({ listingId: textIn(data, 'listingId') ?? '' })
const ended = (types: readonly string[], field: string, of = field) => ({ types, field, of })
const define = <const T extends Readonly<Record<string, Undoable>>>(table: T) => table

/** The events whose commands answer with `undo`, and what undoes them. */
export const UNDOABLE = define({
  BlockCreated: {
    command: calendar.commands.RemoveBlock,
    target: 'blockId',
    body: sameListing,
    endedBy: ended(['BlockRemoved'], 'blockId'),
  },
  BlockRestored: {
    command: calendar.commands.RemoveBlock,
    target: 'blockId',
    body: sameListing,
    endedBy: ended(['BlockRemoved'], 'blockId'),
  },
  BlockRemoved: {
    command: calendar.commands.RestoreBlock,
    target: 'blockId',
    body: sameListing,
    endedBy: ended(['BlockRestored'], 'blockId'),
  },
  NightOverridesChanged: {
    command: listing.commands.UndoNightOverrides,
    target: 'listingId',
    body: (data) => ({ changeId: textIn(data, 'changeId') ?? '' }),
    endedBy: ended(['NightOverridesChanged'], 'undoneChangeId', 'changeId'),
  },
  ListingPaused: {
    command: listing.commands.ResumeListing,
    target: 'listingId',
    body: nothing,
    endedBy: ended(['ListingResumed', 'ListingSuspended', 'ListingDelisted'], 'listingId'),
  },
  OnboardingAbandoned: {
    command: onboarding.commands.ResumeOnboarding,
    target: 'listingId',
    body: nothing,
    endedBy: ended(['OnboardingResumed'], 'listingId'),
  },
  BookingCancellationStarted: {
    command: booking.commands.RevokeCancellation,
    target: 'bookingId',
    body: nothing,
    endedBy: ended(['BookingCancellationRevoked', 'BookingCancelled'], 'bookingId'),
  },
  ThreadArchived: {
    command: thread.commands.UnarchiveThread,
    target: 'threadId',
    body: nothing,
    endedBy: ended(['ThreadUnarchived'], 'threadId'),
  },
  PlannedMessageSkipped: {
    command: messagePlan.commands.RestorePlannedMessage,
    target: 'bookingId',
    body: (data) => ({ planId: textIn(data, 'planId') ?? '' }),
    endedBy: ended(['PlannedMessageRestored', 'PlannedMessageEnded', 'PlannedMessageSent'], 'planId'),
  },
  NoReplyNeeded: {
    command: thread.commands.RequireReply,
    target: 'threadId',
    body: (data) => ({ upToMessageId: textIn(data, 'upToMessageId') ?? '' }),
    endedBy: ended(['ReplyNeeded'], 'upToMessageId'),
  },
})

export type UndoableType = keyof typeof UNDOABLE
export const UNDOABLE_TYPES = Object.keys(UNDOABLE) as [UndoableType, ...UndoableType[]]
