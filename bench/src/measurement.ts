/** One line of the table. Figures without a bare counterpart have no ratio. */
export type Figure = Readonly<{
  figure: string
  unit: string
  measured: number
  bare?: number
  ratio?: number
  /** As in docs/performance.md#figures; absent for additional figures. */
  goal?: string
  met?: boolean
}>

export type Options = Readonly<{
  /** Number of rounds of each side, after one round that does not count. */
  rounds: number
  /** Length of one round unless the row sets its own. */
  seconds: number
  /** An installation with data, for rows that can use one; it must not be running. */
  data?: string
  /** Rows that the list row generates when there is no data. */
  bookings?: number
  /** Where to write the results, instead of `bench/results`. */
  results?: string
}>

/** `details`: every round, and other explanations of the figures. */
export type Measurement = Readonly<{ figures: readonly Figure[]; details: Readonly<Record<string, unknown>> }>

export type Row = (options: Options) => Promise<Measurement>
