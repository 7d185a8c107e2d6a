declare module 'uk-modulus-checking' {
  /**
   * Whether account number and sort code fit together according to the British banks' table; an unknown sort
   * code always does.
   */
  export default class UkModulusChecking {
    constructor(account: Readonly<{ sortCode: string; accountNumber: string }>)
    isValid(): boolean
  }
}
