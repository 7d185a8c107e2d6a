const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...DIGITS].map((digit, value) => [digit, value]))

const decode = (segment) => {
  const numbers = []
  let [number, shift] = [0, 0]
  for (const digit of segment) {
    const value = values.get(digit)
    number |= (value & 31) << shift
    shift += 5
    if (value & 32) continue
    numbers.push(number & 1 ? -(number >> 1) : number >> 1)
    ;[number, shift] = [0, 0]
  }
  return numbers
}

const encode = (number) => {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const value = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? value | 32 : value]
  } while (rest > 0)
  return text
}

/**
 * A source map that knows lines and no columns. A process that shows where one error came from reads the whole
 * map and keeps it: 100 bytes for each of its entries.
 */
export const keepLines = (text) => {
  const map = JSON.parse(text)
  let [source, line] = [0, 0]
  let [keptSource, keptLine] = [0, 0]
  let isFirst = true
  const keepLine = (generatedLine) => {
    let [column, keptColumn] = [0, 0]
    const kept = []
    for (const segment of generatedLine === '' ? [] : generatedLine.split(',')) {
      const [columns, sources, lines] = decode(segment)
      column += columns
      if (sources === undefined) continue
      source += sources
      line += lines
      if (!isFirst && source === keptSource && line === keptLine) continue
      kept.push([column - keptColumn, source - keptSource, line - keptLine, 0].map(encode).join(''))
      ;[keptColumn, keptSource, keptLine, isFirst] = [column, source, line, false]
    }
    return kept.join(',')
  }
  return JSON.stringify({ ...map, names: [], mappings: map.mappings.split(';').map(keepLine).join(';') })
}
