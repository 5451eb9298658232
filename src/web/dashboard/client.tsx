import '../design/base.css';
import { startPage } from '../common/start.js';
import { DashboardPage } from './dashboard-page.js';

startPage(DashboardPage);
