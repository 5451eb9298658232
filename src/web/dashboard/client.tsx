import '../design/base.css';
import { startPage } from '../shared/start.js';
import { DashboardPage } from './dashboard-page.js';

startPage(DashboardPage);
