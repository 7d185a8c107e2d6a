const MAX_SAMPLES = 5
const BEFORE = 40
const LENGTH = 120

/** Parts of lines with letters that a wrong encoding would change. */
export const findSamples = (text: string): readonly string[] => {
  const samples = new Set<string>()
  for (const line of text.split(/[\r\n]+/)) {
    const at = line.search(/\P{ASCII}/u)
    if (at >= 0)
      samples.add(
        line
          .slice(Math.max(0, at - BEFORE))
          .slice(0, LENGTH)
          .trim(),
      )
    if (samples.size === MAX_SAMPLES) break
  }
  return [...samples]
}
