import { z } from 'zod'

/**
 * Hearth as tax authorities know it: the payer of US forms, and the platform operator of DAC7, which is registered in
 * one EU country under an individual identification number (docs/domain/tax-filing.md#hearth).
 */
export const zTaxOperator = z.strictObject({
  name: z.string().min(1).max(75),
  street: z.string().min(1).max(35),
  city: z.string().min(1).max(40),
  /** The two letters of a US state. */
  state: z.string().regex(/^[A-Z]{2}$/),
  postalCode: z.string().regex(/^\d{5}(\d{4})?$/),
  phone: z.string().regex(/^\d{10}$/),
  email: z.email().max(100),
  ein: z.string().regex(/^\d{9}$/),
  euCountry: z.string().regex(/^[A-Z]{2}$/),
  euNumber: z.string().regex(/^[A-Z0-9]{2,40}$/),
})
export type TaxOperator = z.infer<typeof zTaxOperator>

/** Hearth in the demonstration and in tests. */
export const EXAMPLE_OPERATOR: TaxOperator = {
  name: 'Hearth Inc',
  street: '1 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  phone: '4155550100',
  email: 'tax@hearth.example',
  ein: '123456789',
  euCountry: 'IE',
  euNumber: 'IE0012345',
}
