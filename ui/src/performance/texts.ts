import { addTexts } from '../i18n/i18nProvider.ts'
import { performanceTexts } from '../i18n/en/performance.ts'

addTexts({ performance: performanceTexts })
