import { addTexts } from '../i18n/i18nProvider.ts'
import { statementTexts } from '../i18n/en/statement.ts'

addTexts({ statement: statementTexts })
