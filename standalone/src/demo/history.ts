import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { CommandRequest, SendCommand } from '../commands/commandSender.ts'
import type { DemoListing } from './world.ts'

/** One command of the demo's history. Steps of a partition are sent in the order of their times. */
export type Step = Readonly<{ at: Instant; partition: string; send: () => Promise<void> }>

/** What the steps of one listing have in common. */
export type ListingHistory = Readonly<{
  listing: DemoListing
  listingId: Id
  hostAccountId: Id
  now: Instant
  /** A request of the listing's account, with a key that derives from the names. */
  command: (verb: string, name: string, path: string, body: unknown, at: Instant) => CommandRequest
  send: SendCommand
  /** Sends as the gateway, which delivers what guests write. */
  deliver: SendCommand
}>
