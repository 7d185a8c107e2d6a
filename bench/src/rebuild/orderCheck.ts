import type { Answer } from './browser.ts'

/** Answers overlap, so the last few versions of a row count. */
const REMEMBERED = 8

type Row = Readonly<{ id: string; revision: number }>
type Shown = Readonly<{ at: number; revision: number }>

/** The position in a token, or undefined for a header that is missing. */
export const parsePosition = (token: string | readonly string[] | undefined): bigint | undefined =>
  typeof token === 'string' ? BigInt(token.slice(token.indexOf('.') + 1)) : undefined

/** Checks that no read shows an older state than an earlier read or command; `backward` lists violations. */
export const createOrderCheck = () => {
  const backward: string[] = []
  const revisions = new Map<string, readonly Shown[]>()
  /** The position that some finished read has shown: no later read may show less. */
  let farthest = 0n

  const checkRows = (rows: readonly Row[], sentAt: number, path: string) => {
    for (const { id, revision } of rows) {
      const shown = revisions.get(id) ?? []
      const floor = Math.max(-1, ...shown.filter((one) => one.at <= sentAt).map((one) => one.revision))
      if (revision < floor) backward.push(`${path}: ${id} went back from revision ${floor} to ${revision}`)
      revisions.set(id, [...shown.slice(-REMEMBERED), { at: performance.now(), revision }])
    }
  }

  return {
    backward,
    /**
     * Call it before a read is sent, and its result with the answer; `token`: the command that it must show.
     */
    begin: (path: string, token: string | undefined) => {
      const floor = farthest
      const sentAt = performance.now()
      return ({ headers, text }: Answer): void => {
        const position = parsePosition(headers['x-projection-position'])
        if (position === undefined) return void backward.push(`${path} returned no position`)
        if (position < floor) backward.push(`${path} went back from ${floor} to ${position}`)
        if (position > farthest) farthest = position
        const promised = parsePosition(token)
        if (promised !== undefined && position < promised)
          backward.push(`${path} shows ${position}, promised was ${token}`)
        checkRows([JSON.parse(text) as readonly Row[] | Row].flat() as readonly Row[], sentAt, path)
      }
    },
  }
}
