/** Every address of the site, in the order of spec §2. */
import { index, prefix, route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [
  index('home/home.tsx'),
  route('certifications', 'catalogue/certifications.tsx'),
  route('certifications/:certificationId', 'catalogue/certification.tsx'),
  route('exam/:certificationId', 'exam/exam.tsx'),
  route('privacy', 'legal/privacy.tsx'),
  route('terms', 'legal/terms.tsx'),
  route('contact', 'legal/contact.tsx'),

  ...prefix('api', [
    route('certifications', 'api/certifications.ts'),
    route('certifications/:certificationId', 'api/certification.ts'),
    route('questions', 'api/questions.ts'),
    route('case-studies/:caseStudyId', 'api/case-study.ts'),
    route('*', 'api/unknown.ts'),
  ]),
  route('health/live', 'api/health-live.ts'),
  route('health/ready', 'api/health-ready.ts'),

  route('*', 'layout/not-found.tsx'),
] satisfies RouteConfig
