import type { StreamView } from './streamView.ts'

const BASE_WEIGHT = 10
const MAX_EMPTY = 2_000
const computeWeight = (view: StreamView) => BASE_WEIGHT + view.commands.size

/**
 * Views by stream, those that were used last; `maxWeight` bounds commands remembered plus 10 for each stream.
 */
export const createViewCache = (maxWeight: number) => {
  const views = new Map<string, StreamView>()
  // Kept apart and few, so that unknown ids can't evict known streams.
  const empties = new Map<string, StreamView>()
  let weight = 0

  // The map of commands grows in place, so its counted size is stored.
  const weights = new Map<string, number>()
  const forget = (stream: string): void => {
    weight -= weights.get(stream) ?? 0
    weights.delete(stream)
    views.delete(stream)
  }

  // Two readers may finish out of order: the one that knows more wins.
  const keep = (view: StreamView): StreamView => {
    const known = views.get(view.stream)
    if (known !== undefined && known.revision > view.revision) return known
    empties.delete(view.stream)
    if (view.revision < 0n) {
      empties.set(view.stream, view)
      for (const stream of empties.keys()) {
        if (empties.size <= MAX_EMPTY) break
        empties.delete(stream)
      }
      return view
    }
    forget(view.stream)
    const own = computeWeight(view)
    views.set(view.stream, view)
    weights.set(view.stream, own)
    weight += own
    for (const stream of views.keys()) {
      if (weight <= maxWeight || stream === view.stream) break
      forget(stream)
    }
    return view
  }

  return {
    find: (stream: string): StreamView | undefined => views.get(stream),
    findEmpty: (stream: string): StreamView | undefined => empties.get(stream),
    /** Makes a view the last one to be forgotten. */
    touch: (view: StreamView): StreamView => {
      views.delete(view.stream)
      views.set(view.stream, view)
      return view
    },
    keep,
    forget,
  }
}
