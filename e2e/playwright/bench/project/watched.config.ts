// The same tests with the fixture.
// oxlint-disable-next-line import/no-unassigned-import
import 'gasoline-playwright/register';
import config from './bare.config';

export default config;
