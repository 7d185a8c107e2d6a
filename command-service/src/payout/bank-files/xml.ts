import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'

const LISTS = new Set([
  'Stmt',
  'Ntfctn',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Ustrd',
  'Chrgs',
  'OrgnlPmtInfAndSts',
  'TxInfAndSts',
  'StsRsnInf',
])
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => LISTS.has(name),
})

export type XmlReading = Readonly<{ ok: true; root: unknown }> | Readonly<{ ok: false; why: string }>

/** A bank's XML with any prefixes of its namespaces; values are texts. */
export const parseXml = (xml: string): XmlReading => {
  if (XMLValidator.validate(xml) !== true) return { ok: false, why: 'This isn’t XML.' }
  if (/<!DOCTYPE/i.test(xml)) return { ok: false, why: 'A message of a bank has no DOCTYPE.' }
  return { ok: true, root: parser.parse(xml) as unknown }
}

/** An element with these children among others; an empty element has none of them. */
export const zElement = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (value === '' ? {} : value), z.looseObject(shape))

/** An element's text, with or without attributes. */
export const zContent = z.union([
  z.string(),
  z.looseObject({ '#text': z.string() }).transform((element) => element['#text']),
])

/** A value from a code list, or the bank's own one. */
export const zCode = zElement({ Cd: zContent.optional(), Prtry: zContent.optional() })
