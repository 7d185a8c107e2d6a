/** Long enough for those that woke at the same event, too short for a reader to notice. */
const MOMENT_MS = 3

type Waiting<Ask, Answer> = Readonly<{
  ask: Ask
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}>

/**
 * Does in one go what is asked for within a moment. Each gets its own answer, which may come later than the
 * others', all of them the failure.
 */
export const gatherCalls = <Ask, Answer>(
  doAll: (asks: readonly Ask[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
): ((ask: Ask) => Promise<Answer>) => {
  let waiting: Waiting<Ask, Answer>[] = []
  const carryOut = async (): Promise<void> => {
    const taken = waiting
    waiting = []
    try {
      const answers = await doAll(taken.map(({ ask }) => ask))
      for (const [index, answer] of answers.entries()) taken[index]?.resolve(answer)
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(() => void carryOut(), MOMENT_MS)
      waiting.push({ ask, resolve, reject })
    })
}
