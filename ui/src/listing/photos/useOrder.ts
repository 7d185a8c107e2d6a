import { useEffect, useRef, useState } from 'react'
import type { listingContents, ListingPhoto } from '@hearth/contracts/listing'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useCommand } from '../../data/commands/useCommand.ts'

/** Several moves in a row become one command. */
const SETTLE_MS = 500

/** `unsent` until it is sent. Rows of the revision `shownFrom` or later include it. */
type RequestedOrder = Readonly<{ order: readonly string[]; unsent: boolean; shownFrom: number }>

const sortPhotos = (
  photos: readonly ListingPhoto[],
  requested: readonly string[],
): readonly ListingPhoto[] => [
  ...requested.flatMap((id) => photos.find((photo) => photo.id === id) ?? []),
  ...photos.filter(({ id }) => !requested.includes(id)),
]

/**
 * The photos in the requested order: shown immediately, sent after a pause in moving or when the page is
 * left. A refusal restores the former order, and so does an order that curators have to approve first.
 */
export const useOrder = (
  { id: listingId, revision, photos }: Shown<typeof listingContents>,
  onAsked: () => void,
) => {
  const [last, setLast] = useState<RequestedOrder | null>(null)
  const requested = last !== null && revision < last.shownFrom ? last : null
  const shown = requested === null ? photos : sortPhotos(photos, requested.order)
  const afterAnswer = useRef<() => void>(null)
  const { run, pending, error } = useCommand({
    resource: 'listings',
    verb: 'reorder-photos',
    touches: ['listing-contents', 'listing-edits'],
    onSuccess: (answer) => {
      const isDone = answer.events.includes('PhotosReordered')
      setLast((now) => now && (now.unsent ? now : isDone ? { ...now, shownFrom: answer.revision } : null))
      if (!isDone) onAsked()
      afterAnswer.current?.()
    },
    onError: () => setLast(null),
  })
  const unsent = requested?.unsent === true ? shown.map(({ id }) => id).join(' ') : null
  const leave = useRef<() => void>(null)
  useEffect(() => {
    leave.current = null
    if (unsent === null) return undefined
    const send = () => run({ record: { id: listingId }, body: { order: unsent.split(' ') } })
    if (pending) {
      // One command at a time: on leaving, this order follows the answer to the former one.
      leave.current = () => {
        afterAnswer.current = send
      }
      return undefined
    }
    leave.current = send
    const timer = setTimeout(() => {
      setLast((now) => now && { ...now, unsent: false })
      send()
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [unsent, pending, listingId, run])
  useEffect(() => () => leave.current?.(), [])
  return {
    shown,
    error,
    /** Moves a photo to this index. */
    move: (id: string, place: number) => {
      const rest = shown.map((photo) => photo.id).filter((each) => each !== id)
      setLast({
        order: [...rest.slice(0, place), id, ...rest.slice(place)],
        unsent: true,
        shownFrom: Infinity,
      })
    },
  }
}
