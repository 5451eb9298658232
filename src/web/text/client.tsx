// A page of texts has no script: this entry only collects its styles.
import '../design/base.css';
import './text-page.js';
