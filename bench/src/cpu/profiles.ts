import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../build.ts'

/** A time span by the monotonic clock, in microseconds, as V8 counts them too. */
export type Span = Readonly<{ from: number; to: number }>

type Frame = Readonly<{ functionName: string; url: string; lineNumber: number; columnNumber: number }>
type Profile = Readonly<{
  nodes: readonly Readonly<{ id: number; callFrame: Frame; children?: readonly number[] }>[]
  startTime: number
  samples: readonly number[]
  timeDeltas: readonly number[]
}>

const openMap = (bundle: string) => {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload)
  return (line: number, column: number): string | undefined => {
    const entry = map.findEntry(line, column)
    return 'originalSource' in entry && entry.originalSource
      ? relative(root, resolve(dirname(bundle), entry.originalSource))
      : undefined
  }
}

/** The source file of a frame, or the name that V8 gives to what is none of a program. */
const createLocate = () => {
  const maps = new Map<string, ReturnType<typeof openMap>>()
  return ({ url, functionName, lineNumber, columnNumber }: Frame): string => {
    if (url === '') return functionName
    if (!url.startsWith('file:') || !url.endsWith('.mjs') || !url.includes('/dist/'))
      return url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url
    const bundle = fileURLToPath(url)
    if (!maps.has(bundle)) maps.set(bundle, openMap(bundle))
    return maps.get(bundle)?.(lineNumber, columnNumber) ?? bundle
  }
}

/**
 * Milliseconds of each component of a program within a span, from its profile. A sample belongs to the innermost
 * frame that `findComponent` knows.
 */
export const summarizeProfile = (
  file: string,
  { from, to }: Span,
  findComponent: (source: string, functionName: string) => string | undefined,
): ReadonlyMap<string, number> => {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const locate = createLocate()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const components = new Map<number, string>()
  const componentFor = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame
      const found = frame && findComponent(locate(frame), frame.functionName)
      if (found !== undefined) return found
    }
    return 'other'
  }
  const sums = new Map<string, number>()
  let now = profile.startTime
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index] ?? 0
    now += delta
    if (now < from || now > to) return
    if (!components.has(id)) components.set(id, componentFor(id))
    const component = components.get(id) ?? ''
    sums.set(component, (sums.get(component) ?? 0) + delta / 1000)
  })
  return sums
}
