import { payoutTexts } from '../i18n/en/payout.ts'
import { useText } from '../i18n/text.ts'

type Known = keyof typeof payoutTexts.component
const isKnown = (code: string): code is Known => Object.hasOwn(payoutTexts.component, code)

/** A component of an entry in words. */
export const useComponentText = () => {
  const t = useText()
  return (code: string) => (isKnown(code) ? t(`payout.component.${code}`) : code.replaceAll('_', ' '))
}
