/** One line of the table. Figures without a bare counterpart have no ratio. */
export type Figure = Readonly<{
  figure: string
  unit: string
  measured: number
  bare?: number
  ratio?: number
  /** As docs/performance.md#figures puts it; absent for figures that stand beside it. */
  goal?: string
  met?: boolean
}>

export type Options = Readonly<{
  /** How often each side is measured, after one round that does not count. */
  rounds: number
  /** Length of one round where the row does not say otherwise. */
  seconds: number
  /** An installation with data, for rows that can use one; it must not be running. */
  data?: string
  /** Rows that the list row makes for itself where there is no data. */
  bookings?: number
}>

/** `details`: every round, and what else explains the figures. */
export type Measurement = Readonly<{ figures: readonly Figure[]; details: Readonly<Record<string, unknown>> }>

export type Row = (options: Options) => Promise<Measurement>
