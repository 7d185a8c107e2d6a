/** Values by id that share what did not change with the map they were made from: one more costs little, also among a hundred thousand. */
export type IdMap<V> = Readonly<Record<string, Readonly<Record<string, V>>>>

// Ids made of a hash differ anywhere; those made of the time differ at the end.
const bucketOf = (id: string) => id.slice(-2)

export const emptyIdMap: IdMap<never> = {}

export const getId = <V>(map: IdMap<V>, id: string): V | undefined => {
  const bucket = map[bucketOf(id)]
  return bucket !== undefined && Object.hasOwn(bucket, id) ? bucket[id] : undefined
}

export const withId = <V>(map: IdMap<V>, id: string, value: V): IdMap<V> => ({ ...map, [bucketOf(id)]: { ...map[bucketOf(id)], [id]: value } })

export const withoutId = <V>(map: IdMap<V>, id: string): IdMap<V> => {
  const { [id]: _gone, ...rest } = map[bucketOf(id)] ?? {}
  return { ...map, [bucketOf(id)]: rest }
}

export const entriesOf = <V>(map: IdMap<V>): readonly (readonly [id: string, value: V])[] => Object.values(map).flatMap((bucket) => Object.entries(bucket))
