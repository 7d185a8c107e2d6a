import { zSeverity, type Severity } from '@hearth/contracts/incident'

/** The severity of a row, as the texts know it. */
export const readSeverity = ({ severity }: Readonly<{ severity: number }>): Severity =>
  zSeverity.parse(severity)
