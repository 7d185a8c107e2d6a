import type { Trace, TracedCommand } from '@hearth/contracts/event'

export type Box = Readonly<{ x: number; y: number; width: number; height: number }>
export type TraceLayout = Readonly<{
  width: number
  height: number
  boxes: ReadonlyMap<string, Box>
  edges: readonly string[]
}>

export const keys = {
  request: 'request',
  command: (command: string) => `command ${command}`,
  event: (event: string) => `event ${event}`,
  row: (event: string, projection: string) => `row ${event} ${projection}`,
  effect: (effect: string) => `effect ${effect}`,
}

/** Commands in the order of a tree: each after the one that caused it. */
export const inOrder = (
  commands: readonly TracedCommand[],
): readonly Readonly<{ command: TracedCommand; depth: number }>[] => {
  const under = (
    parent: string | null,
    depth: number,
  ): readonly Readonly<{ command: TracedCommand; depth: number }>[] =>
    commands
      .filter((command) => command.parent === parent)
      .flatMap((command) => [{ command, depth }, ...under(command.id, depth + 1)])
  return under(null, 0)
}

const COLUMNS = { request: 0, command: 176, event: 424, row: 700 }
const WIDTHS = { request: 144, command: 212, event: 240, row: 260 }
const HEIGHTS = { request: 60, command: 60, event: 52, row: 32 }
const GAP = 8
const COMMAND_GAP = 20
const INDENT = 16
const DEEPEST = 3

const middle = ({ y, height }: Box) => y + height / 2
const curve = (from: Box, to: Box) => {
  const [x, y, endX, endY] = [from.x + from.width, middle(from), to.x, middle(to)]
  const bend = (endX - x) / 2
  return `M${x} ${y}C${x + bend} ${y} ${endX - bend} ${endY} ${endX} ${endY}`
}
// A step is below the command that caused it.
const bracket = (from: Box, to: Box) =>
  `M${from.x + INDENT / 2} ${from.y + from.height}V${middle(to)}H${to.x}`

/**
 * Positions everything of a trace: request, commands, events, rows and effects from left to right, each at
 * the height of its effects.
 */
export const traceLayout = ({ commands }: Pick<Trace, 'commands'>): TraceLayout => {
  const boxes = new Map<string, Box>()
  const edges: string[] = []
  const request = { x: COLUMNS.request, y: 0, width: WIDTHS.request, height: HEIGHTS.request }
  boxes.set(keys.request, request)
  let y = 0
  for (const { command, depth } of inOrder(commands)) {
    const indent = Math.min(depth, DEEPEST) * INDENT
    const box = { x: COLUMNS.command + indent, y, width: WIDTHS.command - indent, height: HEIGHTS.command }
    boxes.set(keys.command(command.id), box)
    const parent = command.parent === null ? undefined : boxes.get(keys.command(command.parent))
    edges.push(parent ? bracket(parent, box) : curve(request, box))
    let eventY = y
    for (const event of command.events) {
      const eventBox = { x: COLUMNS.event, y: eventY, width: WIDTHS.event, height: HEIGHTS.event }
      boxes.set(keys.event(event.id), eventBox)
      edges.push(curve(box, eventBox))
      const last = [
        ...event.rows.map(({ projection }) => keys.row(event.id, projection)),
        ...event.effects.map(({ id }) => keys.effect(id)),
      ]
      last.forEach((key, index) => {
        const rowBox = {
          x: COLUMNS.row,
          y: eventY + index * (HEIGHTS.row + GAP),
          width: WIDTHS.row,
          height: HEIGHTS.row,
        }
        boxes.set(key, rowBox)
        edges.push(curve(eventBox, rowBox))
      })
      eventY += Math.max(HEIGHTS.event, last.length * (HEIGHTS.row + GAP) - GAP) + GAP * 2
    }
    y = Math.max(y + HEIGHTS.command, eventY - GAP * 2) + COMMAND_GAP
  }
  return { width: COLUMNS.row + WIDTHS.row, height: Math.max(HEIGHTS.request, y - COMMAND_GAP), boxes, edges }
}
