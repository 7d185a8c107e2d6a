/**
 * Measures all sides in turn, round by round, so that other activity on the machine affects them alike. The
 * first round warms up and is dropped. `between` runs before each measurement.
 */
export const alternate = async <Name extends string, Result>(
  rounds: number,
  sides: Readonly<Record<Name, () => Promise<Result>>>,
  between: () => Promise<void> = async () => undefined,
): Promise<Readonly<Record<Name, readonly Result[]>>> => {
  const names = Object.keys(sides) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      await between()
      const result = await sides[name]()
      if (round > 0) results[name].push(result)
    }
  }
  return results
}
