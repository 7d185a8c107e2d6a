import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { listing } from '@hearth/contracts/listing'
import { listGoLiveSteps, listRoomsToShow, type GoLiveStep } from '@hearth/contracts/listing/goLiveSteps'
import { PHOTO_LIMITS } from '@hearth/contracts/listing/photos'
import sharp from 'sharp'
import type { CommandResult, SendCommand } from '../commands/commandSender.ts'

type Options = Readonly<{
  send: SendCommand
  listingId: Id
  hostAccountId: Id
  address: Parameters<typeof listGoLiveSteps>[0]['address']
  bedrooms: number
  /** The key of the command with this name, which is its own within the listing. */
  createKey: (name: string) => Id
  verified: Readonly<{ verifiedBy: string; verifiedOn: LocalDate }>
  occurredAt?: Instant
}>

/** Stands in for a photo that the source does not have: one colour, as small as photos may be. */
let placeholder: Promise<Buffer> | undefined
export const drawPlaceholder = (): Promise<Buffer> => {
  const { width, height } = PHOTO_LIMITS
  placeholder ??= sharp({ create: { width, height, channels: 3, background: { r: 214, g: 205, b: 190 } } })
    .jpeg()
    .toBuffer()
  return placeholder
}

const expectId = (result: CommandResult): Id => {
  if (!result.ok) throw new Error(`An imported listing can’t go live: ${result.code}, ${result.detail}`)
  return result.id
}

/** The path that takes the command of this step. */
export const formatStepPath = (listingId: Id, { type }: GoLiveStep): string =>
  `/api/listings/${listingId}/${listing.commands[type].route.verb}`

/** Uploads a placeholder for each room to show; answers the files' ids. */
export const uploadPlaceholders = async ({
  send,
  listingId,
  hostAccountId,
  bedrooms,
  createKey,
}: Pick<Options, 'send' | 'listingId' | 'hostAccountId' | 'bedrooms' | 'createKey'>): Promise<
  readonly Id[]
> => {
  const body = await drawPlaceholder()
  const ids: Id[] = []
  for (const room of listRoomsToShow(bedrooms)) {
    const path = `/api/uploads?${new URLSearchParams({ listingId, name: `${room}.jpg` })}`
    ids.push(expectId(await send({ path, body, key: createKey(`upload ${room}`), hostAccountId })))
  }
  return ids
}

/** Gives a started listing what it lacks to go live, and publishes it (docs/domain/listing.md#imports). */
export const completeListing = async (options: Options): Promise<void> => {
  const { send, listingId, hostAccountId, createKey, address, bedrooms, verified } = options
  const photoIds = await uploadPlaceholders(options)
  for (const step of listGoLiveSteps({ address, bedrooms, photoIds, verified }))
    expectId(
      await send({
        path: formatStepPath(listingId, step),
        body: step.data,
        key: createKey(step.name),
        hostAccountId,
        ...(options.occurredAt === undefined ? {} : { occurredAt: options.occurredAt }),
      }),
    )
}
