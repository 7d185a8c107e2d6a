/** Reads a text from left to right, each time the part that a sticky regular expression matches. */
export type Scanner = Readonly<{
  isAtEnd: () => boolean
  /** The next part, or undefined (and nothing is taken) when it does not match. */
  take: (sticky: RegExp) => RegExpExecArray | undefined
}>

export const createScanner = (text: string): Scanner => {
  let position = 0
  return {
    isAtEnd: () => position === text.length,
    take: (sticky) => {
      sticky.lastIndex = position
      const match = sticky.exec(text)
      if (!match) return undefined
      position = sticky.lastIndex
      return match
    },
  }
}
