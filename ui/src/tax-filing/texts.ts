import { addTexts } from '../i18n/i18nProvider.ts'
import { taxFilingTexts } from '../i18n/en/taxFiling.ts'

addTexts({ taxFiling: taxFilingTexts })
