import { describeMysql, newMysqlDatabase } from '../support/mysql.js';
import { survivesBeingKilled } from './crash.js';

describeMysql('a service on MySQL that is killed in the middle of writes', () => {
  survivesBeingKilled(newMysqlDatabase);
});
