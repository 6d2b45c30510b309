import { describe, expect, test } from 'vitest'
import { findCourseAddress, findGroundingAddress } from '#exam/grounding-address.ts'

describe('the address of a grounding', () => {
  test.each([
    ['MicrosoftDocs/dynamics365smb-docs', 'business-central/about-new-company.md', '/dynamics365/business-central/about-new-company'],
    ['MicrosoftDocs/power-automate-docs', 'articles/desktop-flows/intro.md', '/power-automate/desktop-flows/intro'],
    ['MicrosoftDocs/power-platform', 'power-platform/admin/environments.md', '/power-platform/admin/environments'],
    ['MicrosoftDocs/powerbi-docs', 'powerbi-docs/connect-data/desktop-data-sources.md', '/power-bi/connect-data/desktop-data-sources'],
    ['MicrosoftDocs/fabric-docs', 'docs/fundamentals/direct-lake-overview.md', '/fabric/fundamentals/direct-lake-overview'],
    ['MicrosoftDocs/query-docs', 'query-languages/dax/divide-function-dax.md', '/dax/divide-function-dax'],
    ['MicrosoftDocs/query-docs', 'query-languages/m/table-group.md', '/powerquery-m/table-group'],
    ['MicrosoftDocs/ai-builder', 'ai-builder-docs/overview.md', '/ai-builder/overview'],
    ['MicrosoftDocs/ai-builder', 'ai-builder-docs/prompt-modelsettings.md', '/microsoft-copilot-studio/prompt-model-settings'],
    [
      'MicrosoftDocs/dynamics-365-customer-engagement',
      'ce/shared/urs/use-schedule-board.md',
      '/dynamics365/field-service/work-with-schedule-board',
    ],
  ])('is found for %s %s', (repository, path, address) => {
    expect(findGroundingAddress({ repository, path })).toBe(`https://learn.microsoft.com/en-us${address}`)
  })

  test.each([
    ['someone/else', 'articles/x.md'],
    ['MicrosoftDocs/power-platform', 'elsewhere/x.md'],
    ['MicrosoftDocs/power-platform', 'power-platform/x.yml'],
  ])('is undefined for %s %s', (repository, path) => {
    expect(findGroundingAddress({ repository, path })).toBeUndefined()
  })
})

describe('the address of a page of a course', () => {
  test('is the page at its commit', () => {
    const part = { repository: 'MicrosoftLearning/PL-900', path: 'Labs/LAB[PL-900]Lab 1.md', commit: 'abc' }
    expect(findCourseAddress(part)).toBe('https://github.com/MicrosoftLearning/PL-900/blob/abc/Labs/LAB%5BPL-900%5DLab%201.md')
  })

  test.each(['MicrosoftLearning/PL-300.fr-fr', 'microsoft/BCApps'])('is known for %s', (repository) => {
    expect(findCourseAddress({ repository, path: 'x.md', commit: 'abc' })).toBe(`https://github.com/${repository}/blob/abc/x.md`)
  })

  test.each([
    'MicrosoftDocs/power-platform',
    'MicrosoftLearning/..',
    'microsoft/agent-academy-2',
    'someone/MicrosoftLearning',
    'MicrosoftLearning/../someone/else',
  ])('is undefined for %s', (repository) => {
    expect(findCourseAddress({ repository, path: 'x.md', commit: 'abc' })).toBeUndefined()
  })
})
