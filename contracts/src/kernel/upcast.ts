import type { EventDefinition } from './message.ts'

/** An event's data in today's shape. `version` is the one it was written in: `schema` in its metadata. */
export const upcast = (
  { version: today, upcast: steps = {} }: Pick<EventDefinition, 'version' | 'upcast'>,
  version: number,
  data: unknown,
): unknown => {
  let shaped = data
  for (let from = version; from < today; from += 1) {
    const step = steps[from]
    if (step === undefined) throw new Error(`No upcaster from version ${from}`)
    shaped = step(shaped as Readonly<Record<string, unknown>>)
  }
  return shaped
}
