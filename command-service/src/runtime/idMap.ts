/**
 * A persistent map of values by id: adding one to a hundred thousand is cheap, because the rest is shared.
 */
export type IdMap<V> = Node<V>
type Leaf<V> = Readonly<Record<string, V>>
type Node<V> = readonly (Node<V> | Leaf<V> | undefined)[]

const DEPTH = 5
const WIDTH = 16
// Ids made of a hash differ anywhere; those made of the time differ at the end.
const findBranch = (id: string, level: number): number => (id.charCodeAt(id.length - 1 - level) || 0) % WIDTH

export const emptyIdMap: IdMap<never> = []

const isNode = <V>(part: Node<V> | Leaf<V> | undefined): part is Node<V> => Array.isArray(part)

const findLeaf = <V>(map: IdMap<V>, id: string): Leaf<V> => {
  let part: Node<V> | Leaf<V> | undefined = map
  for (let level = 0; isNode(part); level += 1) part = part[findBranch(id, level)]
  return part ?? {}
}

const replace = <V>(
  part: Node<V> | Leaf<V> | undefined,
  id: string,
  leaf: Leaf<V>,
  level: number,
): Node<V> | Leaf<V> => {
  if (level === DEPTH) return leaf
  // All of one length, so that none is slow to copy.
  const copy: (Node<V> | Leaf<V> | undefined)[] = isNode(part) ? part.slice() : Array.from({ length: WIDTH })
  const branch = findBranch(id, level)
  copy[branch] = replace(copy[branch], id, leaf, level + 1)
  return copy
}

export const getId = <V>(map: IdMap<V>, id: string): V | undefined => {
  const leaf = findLeaf(map, id)
  return Object.hasOwn(leaf, id) ? leaf[id] : undefined
}

export const withId = <V>(map: IdMap<V>, id: string, value: V): IdMap<V> =>
  replace(map, id, { ...findLeaf(map, id), [id]: value }, 0) as Node<V>

export const withoutId = <V>(map: IdMap<V>, id: string): IdMap<V> => {
  const { [id]: _gone, ...rest } = findLeaf(map, id)
  return replace(map, id, rest, 0) as Node<V>
}

export const listValues = <V>(map: IdMap<V>): readonly V[] =>
  map.flatMap((part) => (isNode(part) ? listValues(part) : part === undefined ? [] : Object.values(part)))
